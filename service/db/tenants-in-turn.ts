/**
 * The common table expressions `waiting`, the tenants with a row of `table` where `condition` (on the alias c) holds, and `share`, how many
 * rows each of them may have of `limit` (a parameter). Each tenant costs one look into an index that starts with the tenant, however many
 * rows it has. For a claim that takes from tenants in turn. `column` has the tenant. Decision 0196.
 */
export function tenantsInTurn(table: string, condition: string, limit: string, column = "tenant"): string {
  const first = (after: string) =>
    `(select c.${column} from ${table} c where ${after}${condition} order by c.${column} limit 1)`;
  return `with recursive found (tenant) as (
      ${first("")}
      union all
      select ${first(`c.${column} > f.tenant and `)} from found f where f.tenant is not null
    ), waiting as materialized (
      select tenant from found where tenant is not null
    ), share as materialized (
      select ceil(${limit}::int / greatest(count(*), 1)::float8)::int as rows from waiting
    )`;
}
