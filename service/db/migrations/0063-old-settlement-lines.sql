-- The lines of a compared file are deleted after a time; its figures and breaks stay. Rails 6.
alter table settlement_files add column lines_deleted_at timestamptz;
create index settlement_files_with_lines on settlement_files (matched_at) where state = 'matched' and lines_deleted_at is null;
