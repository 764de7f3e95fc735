-- A rejected item stores the stable code of its reason, so that no decision compares the text of the reason.
-- Existing items get the only code that a decision reads.
alter table batch_items add column reason_code text;

update batch_items set reason_code = 'reference_exists' where reason = 'Reference already exist.';
