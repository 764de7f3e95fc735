-- Mails to approvers about waiting requests (decision 0118), and the member's own preferences.
alter table members
  add column approval_mails text not null default 'digest' check (approval_mails in ('off', 'digest', 'each')),
  add column approval_mailed_at timestamptz,
  -- The first steps that the member has dismissed on the overview.
  add column dismissed_steps text[] not null default '{}';

-- The requests that a member has not been mailed about yet. A row goes in the transaction that queues its mail.
create table approval_mails (
  tenant integer not null references tenants,
  approval uuid not null,
  member uuid not null references members,
  primary key (member, approval),
  foreign key (tenant, approval) references approvals
);
