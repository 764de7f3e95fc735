-- Room in the page for the next proof of an account, which then leaves the index alone. Decision 0214.
alter table account_checks set (fillfactor = 70);
