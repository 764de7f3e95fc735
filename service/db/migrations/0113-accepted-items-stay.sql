-- Only rejected items are written again when a batch is decided, and those change an indexed column: room in the page is of no use.
-- Decision 0215.
alter table batch_items reset (fillfactor);
