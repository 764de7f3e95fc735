-- Approval rules by amount, per merchant and mode (decision 0117). Kobo. Without them every request of a dashboard session needs one
-- approver, as before.
alter table tenant_settings
  add column no_approval_below bigint check (no_approval_below > 0),
  add column two_approvers_from bigint check (two_approvers_from > 0),
  add check (no_approval_below <= two_approvers_from);

-- The number of approvers that the rules asked for at submission, and the first of two.
alter table approvals
  add column approvers_needed smallint not null default 1 check (approvers_needed between 1 and 2),
  add column first_approver uuid references members,
  add column first_approver_name text,
  add column first_approved_at timestamptz,
  add column first_comment text,
  add check ((first_approver is null) = (first_approved_at is null)),
  add check (first_approver is null or approvers_needed = 2),
  -- Two different approvers, neither of whom is the requester.
  add check (approvers_needed = 1 or status <> 'APPROVED'
    or (first_approver is not null and decided_by is not null
      and first_approver <> decided_by and first_approver <> creator and decided_by <> creator));
