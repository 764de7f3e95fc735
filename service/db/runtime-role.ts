import pg from "pg";
import type { Queryable } from "./pool.ts";
import { protectTables } from "./row-policies.ts";

/**
 * What the runtime role may do with the tables that it may not read, insert, update and delete freely. A new table needs a line
 * here only if some of its rows must not change. Decision 0083.
 */
export const RESTRICTED: Record<string, string> = {
  journals: "select, insert",
  entries: "select, insert",
  transactions: "select, insert",
  audit_log: "select, insert",
  bank_credit_resolutions: "select, insert",
  book_seals: "select, insert",
  webhook_events: "select, insert",
  card_events: "select, insert",
  access_changes: "select, insert, update",
  approvals: "select, insert, update",
  payout_history: "select, insert",
  webhook_subscriptions: "select, insert, update",
  schema_migrations: "select",
};

/** The role in which the runtime role answers requests. Decision 0084. */
export function requestsRoleOf(role: string): string {
  return `${role}_requests`;
}

/**
 * Gives `role` and its role for requests the rights of the running service on all tables, sequences and functions, takes away all
 * others, and protects the rows of tenants. Run it as the owner after each migration. Rights on partitions come from their parent.
 * @throws if the role does not exist, or if the owner may not create the role for requests
 */
export async function grantRuntime(owner: Queryable, role: string): Promise<void> {
  const [name, requests] = [role, requestsRoleOf(role)].map((one) => pg.escapeIdentifier(one));
  await createRequestsRole(owner, role);
  const restricted = Object.entries(RESTRICTED).map(
    ([table, rights]) =>
      `revoke all on ${table} from ${name}, ${requests}; grant ${rights} on ${table} to ${name}, ${requests};`,
  );
  await owner.query(
    `revoke create on schema public from public, ${name}, ${requests};
     grant usage on schema public to ${name}, ${requests};
     grant select, insert, update, delete on all tables in schema public to ${name}, ${requests};
     grant usage, select on all sequences in schema public to ${name}, ${requests};
     grant execute on all functions in schema public to ${name};
     ${restricted.join("\n")}`,
  );
  await protectTables(owner, role);
}

async function createRequestsRole(owner: Queryable, role: string): Promise<void> {
  const requests = requestsRoleOf(role);
  const { rows } = await owner.query<{ exists: boolean; isGranted: boolean }>(
    `select r.oid is not null as exists, coalesce(pg_has_role($1::text::name, r.oid, 'member'), false) as "isGranted"
     from (select) one left join pg_roles r on r.rolname = $2::text`,
    [role, requests],
  );
  const statements = [
    ...(rows[0]?.exists ? [] : [`create role ${pg.escapeIdentifier(requests)} nologin`]),
    ...(rows[0]?.isGranted ? [] : [`grant ${pg.escapeIdentifier(requests)} to ${pg.escapeIdentifier(role)}`]),
  ];
  try {
    for (const statement of statements) await owner.query(statement);
  } catch (error) {
    throw new Error(`Run this as a role that may create roles, then \`migrate\` again: ${statements.join("; ")};`, {
      cause: error,
    });
  }
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

/** Why a request of the connected role would reach the rows of every tenant. Null if it is confined to its own. Decision 0084. */
export async function findConfinementProblem(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ name: string; isMember: boolean; isProtected: boolean }>(
    `select session_user::text as name, coalesce(pg_has_role(r.oid, 'member'), false) as "isMember",
       coalesce((select relrowsecurity from pg_class where oid = to_regclass('wallets')), false) as "isProtected"
     from (select) one left join pg_roles r on r.rolname = session_user || '_requests'`,
  );
  const [role] = rows;
  if (!role?.isMember) return `the role ${role?.name} is no member of a role ${requestsRoleOf(role?.name ?? "")}`;
  return role.isProtected ? null : "the tables have no row-level security";
}
