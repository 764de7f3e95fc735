-- The list of approvals by amount and by expiry, page after page.
create index approvals_by_amount on approvals (tenant, status, amount desc, id desc);
create index approvals_by_expiry on approvals (tenant, status, expires_at, id);
