-- Whether sessions of the API move money at once, up to the member's approval limit (decision 0072).
alter table tenant_settings add column members_may_move_money boolean not null default true;
