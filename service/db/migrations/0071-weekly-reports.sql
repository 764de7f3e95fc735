-- Members who subscribed to the weekly report by mail, and the Monday of the last one that was sent or decided.
alter table members add column weekly_report boolean not null default false, add column weekly_reported_on date;
create index members_with_weekly_report on members (weekly_reported_on) where weekly_report;
