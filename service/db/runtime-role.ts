import pg from "pg";
import type { Queryable } from "./pool.ts";

/**
 * What the runtime role may do with the tables that it may not read, insert, update and delete freely. A new table needs a line
 * here only if some of its rows must not change. Decision 0083.
 */
export const RESTRICTED: Record<string, string> = {
  journals: "select, insert",
  entries: "select, insert",
  transactions: "select, insert",
  audit_log: "select, insert",
  book_seals: "select, insert",
  webhook_events: "select, insert",
  access_changes: "select, insert, update",
  approvals: "select, insert, update",
  payout_history: "select, insert",
  webhook_subscriptions: "select, insert, update",
  schema_migrations: "select",
};

/**
 * Gives `role` the rights of the running service on all tables, sequences and functions, and takes away all others. Run it as the
 * owner after each migration. Rights on partitions come from their parent. @throws if the role does not exist
 */
export async function grantRuntime(owner: Queryable, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const restricted = Object.entries(RESTRICTED).map(
    ([table, rights]) => `revoke all on ${table} from ${name}; grant ${rights} on ${table} to ${name};`,
  );
  await owner.query(
    `revoke create on schema public from public, ${name};
     grant usage on schema public to ${name};
     grant select, insert, update, delete on all tables in schema public to ${name};
     grant usage, select on all sequences in schema public to ${name};
     grant execute on all functions in schema public to ${name};
     ${restricted.join("\n")}`,
  );
}

/**
 * Why the connected role could rewrite the books: it is a superuser, may create roles or skip row rules, or has the rights of the
 * tables' owner. Null if it could not.
 */
export async function findRoleProblem(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ name: string; isMighty: boolean | null; ownsTables: boolean }>(
    `select r.rolname::text as name, r.rolsuper or r.rolcreaterole or r.rolbypassrls as "isMighty",
       coalesce((select pg_has_role(r.oid, c.relowner, 'member') from pg_class c where c.oid = to_regclass('entries')), false)
         as "ownsTables"
     from pg_roles r where r.rolname = current_user`,
  );
  const [role] = rows;
  if (role?.isMighty) return `the role ${role.name} is a superuser or administers roles`;
  if (role?.ownsTables) return `the role ${role.name} owns the tables`;
  return null;
}
