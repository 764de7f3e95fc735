-- The rejected rows of a batch, in their order. Told by the reason, which exactly they have: an index that named the status would be
-- written for each row that is paid, as its own row's update could then no longer stay in its page.
create index batch_items_rejected on batch_items (tenant, batch, row) where reason is not null;

-- The files of a merchant that are not done.
create index batches_waiting on batches (tenant)
  where origin = 'upload' and status in ('awaiting_approval', 'pending', 'processing');
