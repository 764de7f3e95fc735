import type { Role } from "../../lib/api/team.ts";
import { countOf } from "../../lib/format/names.ts";
import type { Session } from "../../lib/permissions.ts";
import { Field } from "../ui/field.tsx";
import { giveObstacle } from "./team-rules.ts";
import { texts } from "./texts.ts";

type RoleFieldProps = {
  session: Session;
  roles: readonly Role[];
  value: string;
  problem?: string | undefined;
  onRole: (roleId: string) => void;
};

const about: Record<string, string> = {
  MainMerchant: texts.mayDoEverythingAlso,
  Admin: texts.mayDoEverythingBut,
  Operator: texts.createsWalletsSubmitsTransfers,
  Support: texts.seesCustomersWalletsTransactions,
};

/** Selects a role. Roles that this user cannot assign stay in the list with the reason. */
export function RoleField({ session, roles, value, problem, onRole }: RoleFieldProps) {
  const selected = roles.find(({ id }) => id === value);
  const hint =
    selected && (about[selected.name] ?? texts.aRoleOfYour(countOf(selected.permissions.length, "permission")));
  return (
    <Field label={texts.role} hint={hint} error={problem}>
      {(field) => (
        <select
          {...field}
          value={value}
          onChange={({ target }) => onRole(target.value)}
          className="h-control w-full rounded-control border border-control-line bg-panel px-3 outline-offset-2 hover:border-fg-2"
        >
          <option value="" disabled>
            {texts.chooseARole}
          </option>
          {roles.map((role) => {
            const obstacle = giveObstacle(session, role);
            return (
              <option key={role.id} value={role.id} disabled={obstacle !== null && role.id !== value}>
                {obstacle === null ? role.name : `${role.name}: ${obstacle}`}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}
