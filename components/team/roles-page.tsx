"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Lock, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { permissions } from "../../contract/permissions.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type Role, rolesQuery } from "../../lib/api/team.ts";
import { countOf } from "../../lib/format/names.ts";
import { PERMISSION_GROUPS, permissionLabel } from "../../lib/format/permission-groups.ts";
import { can } from "../../lib/permissions.ts";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { PageHead } from "../layout/page/page-head.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { Act } from "./members-columns.tsx";
import { RoleSheets, type RoleTask } from "./role-sheets.tsx";
import { roleObstacle } from "./team-rules.ts";
import { texts } from "./texts.ts";

const ALL = Object.keys(permissions).length;
const CANNOT_CREATE = "roles-cannot-create";

/** Built-in and custom roles with their permissions. Dashboard 2.1, 2.5. */
export function RolesPage() {
  const session = useSession();
  const read = useQuery(rolesQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  const [task, setTask] = useState<RoleTask | null>(null);
  const mayCreate = can(session, "MANAGE_ROLES");
  return (
    <>
      <PageHead
        title={texts.roles}
        actions={
          <Button
            variant="primary"
            icon={mayCreate ? Plus : Lock}
            isBlocked={!mayCreate}
            aria-haspopup="dialog"
            aria-describedby={mayCreate ? undefined : CANNOT_CREATE}
            onClick={() => setTask({ kind: "save", role: null })}
          >
            {texts.newRole}
          </Button>
        }
      />
      {!mayCreate && (
        <p id={CANNOT_CREATE} className="mt-1 flex items-center gap-1.5 text-fg-2 text-xs">
          <Icon of={Lock} size={12} />
          {texts.yourRoleRoleCan(session.role)}
        </p>
      )}
      {isLoading && <Loading />}
      {!isLoading && !read.data && (
        <LoadProblem what={texts.theRoles} error={read.error} onRetry={() => void read.refetch()} />
      )}
      {!isLoading && read.data && (
        <>
          <ul className="-mx-pad mt-4 border-t">
            {read.data.map((role) => (
              <li key={role.id} className="border-b">
                <RoleRow role={role} onTask={setTask} />
              </li>
            ))}
          </ul>
          <p className="mt-4 text-fg-3 text-xs tabular-nums">
            {countOf(read.data.length, "role")} · <AsOf read={read} />
          </p>
        </>
      )}
      <RoleSheets task={task} onClose={() => setTask(null)} />
    </>
  );
}

function RoleRow({ role, onTask }: { role: Role; onTask: (task: RoleTask) => void }) {
  const session = useSession();
  const obstacle = roleObstacle(session, role);
  return (
    <div className="relative px-pad">
      <details className="group">
        <summary className="flex min-h-12 cursor-pointer items-center gap-3 rounded-small py-2 pr-20">
          <Icon of={ChevronRight} size={14} className="text-fg-3 group-open:rotate-90" />
          <span className="font-medium">{role.name}</span>
          {role.builtIn && <Chip tone="mute">{texts.builtIn}</Chip>}
          <span className="ml-auto text-fg-2 tabular-nums max-md:sr-only">
            {role.permissions.length === ALL ? texts.everything : countOf(role.permissions.length, "permission")}
          </span>
        </summary>
        <dl className="grid gap-x-8 gap-y-4 pt-1 pb-5 md:grid-cols-2">
          {PERMISSION_GROUPS.map(({ title, permissions: those }) => (
            <div key={title}>
              <dt className="mb-1 text-fg-2 text-xs">{title}</dt>
              {heldOf(role, those).map((permission) => (
                <dd key={permission}>{permissionLabel(permission)}</dd>
              ))}
              {heldOf(role, those).length === 0 && <dd className="text-fg-3">{texts.nothing}</dd>}
            </div>
          ))}
        </dl>
      </details>
      <span className="absolute top-3 right-pad inline-flex gap-1">
        <Act
          icon={Pencil}
          label={texts.changeRoleName(role.name)}
          obstacle={obstacle}
          onAct={() => onTask({ kind: "save", role })}
        />
        <Act
          icon={Trash2}
          label={texts.removeRoleName(role.name)}
          obstacle={obstacle}
          onAct={() => onTask({ kind: "remove", role })}
        />
      </span>
    </div>
  );
}

function heldOf(role: Role, those: Role["permissions"] | readonly Role["permissions"][number][]) {
  return those.filter((permission) => role.permissions.includes(permission));
}

function Loading() {
  return (
    <div aria-busy="true" className="mt-4 grid animate-late gap-6 py-3">
      <LoadingNote>{texts.loadingRoles}</LoadingNote>
      {["w-32", "w-24", "w-28", "w-24"].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
        <Skeleton key={row} className={width} />
      ))}
    </div>
  );
}
