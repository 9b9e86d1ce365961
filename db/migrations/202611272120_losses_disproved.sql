-- A newer export may say that a charge was approved which was refused because the card was lost: then the card is not lost.

alter table media
  add column is_loss_disproved boolean not null default false;
comment on column media.is_loss_disproved is 'The bank called the card lost at status_at, and approved that charge after all: status is active as long as that counts';
