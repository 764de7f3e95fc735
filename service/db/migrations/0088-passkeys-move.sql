-- A merchant that moves to another server takes the passkeys of its members along, found by person (decision 0194).
alter table passkeys replica identity full;
