-- In production the platform uploads settlement files, and two people do it (decision 0201).
-- safe: proposals of operators, some hundred in all
alter table platform_proposals drop constraint platform_proposals_command_check,
  add constraint platform_proposals_command_check check (command in ('credit', 'fees', 'limits', 'settlement'));
