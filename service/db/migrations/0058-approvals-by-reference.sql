-- The palette finds an approval by the beginning of its reference. Decision 0122.
create index approvals_by_reference on approvals (tenant, reference text_pattern_ops);
