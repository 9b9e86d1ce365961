-- Nobody forgets from when on a card is shown: months of travel go as a whole, and a delivery may bring old ones again.

revoke delete on history_bounds from tapfolio_worker;
