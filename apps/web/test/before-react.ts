/**
 * To be loaded before React: with these two the browser's tools show when each component was drawn, and from where. Nobody looks. React's
 * warnings do not depend on them.
 */
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');
