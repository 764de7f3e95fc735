"use client";

import { Ban, Hourglass, RotateCw, ShieldAlert, Trash2 } from "lucide-react";
import { createContext, useContext } from "react";
import type { RestrictedKey } from "../../../../lib/api/keys.ts";
import { countOf } from "../../../../lib/format/names.ts";
import { MiniButton } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import type { TableColumn } from "../../../ui/data-table.tsx";
import { When } from "../../../ui/when.tsx";
import type { KeyTask } from "./restricted-keys-sheets.tsx";
import { texts } from "./texts.ts";

/** Kept out of the columns: new columns would remount the rows and lose their focus. */
export const KeyTaskContext = createContext<{ mayChange: boolean; onTask: (task: KeyTask) => void }>({
  mayChange: false,
  onTask: () => undefined,
});

/** When a key stops working: revoked, rolled or expired, whichever comes first. */
function endOf({ stopsAt, expiresAt }: RestrictedKey): string | null {
  if (stopsAt === null || expiresAt === null) return stopsAt ?? expiresAt;
  return stopsAt < expiresAt ? stopsAt : expiresAt;
}

export function isEnded(key: RestrictedKey, now: number): boolean {
  const end = endOf(key);
  return end !== null && Date.parse(end) <= now;
}

export const restrictedKeyColumns: TableColumn<RestrictedKey>[] = [
  {
    id: "name",
    header: texts.name,
    cell: ({ row }) => <Name restrictedKey={row.original} />,
    meta: { skeletonWidth: "w-40" },
  },
  {
    id: "permissions",
    header: texts.permissions,
    cell: ({ row }) => (
      <span title={row.original.permissions.join("\n")}>{countOf(row.original.permissions.length, "permission")}</span>
    ),
    meta: { width: "15%", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
  },
  {
    id: "addresses",
    header: texts.addresses,
    cell: ({ row }) => <Addresses restrictedKey={row.original} />,
    meta: { width: "20%", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
  },
  {
    id: "used",
    header: texts.lastUsed,
    cell: ({ row }) => <LastUsed restrictedKey={row.original} />,
    meta: { width: "19%", hides: "phone", isSoft: true, skeletonWidth: "w-20" },
  },
  {
    id: "ends",
    header: texts.state,
    cell: ({ row }) => <State restrictedKey={row.original} />,
    meta: { width: "150px", phoneWidth: "116px", skeletonWidth: "w-20" },
  },
  {
    id: "actions",
    header: () => <span className="sr-only">{texts.actions}</span>,
    cell: ({ row }) => <Actions restrictedKey={row.original} />,
    meta: { width: "96px", align: "end", skeletonWidth: "w-10" },
  },
];

type CellProps = { restrictedKey: RestrictedKey };

function Name({ restrictedKey: { name, hint, refusedLastDay, lastRefusedAddress } }: CellProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="trim font-medium" title={`${name}\n${hint}`}>
        {name}
      </span>
      <span className="whitespace-nowrap font-mono text-fg-3 text-id @max-[1080px]:hidden">{hint}</span>
      {refusedLastDay > 0 && (
        <span title={texts.lastFromInThe(lastRefusedAddress ?? texts.anUnknownAddress)}>
          <Chip tone="bad" icon={ShieldAlert} isShortOnPhone>
            {texts.refusedLastDayRefused(refusedLastDay.toLocaleString("en-NG"))}
          </Chip>
        </span>
      )}
    </span>
  );
}

function Addresses({ restrictedKey: { allowedAddresses } }: CellProps) {
  const [first, ...rest] = allowedAddresses;
  if (first === undefined) return <>{texts.any}</>;
  return (
    <span className="font-mono text-id" title={allowedAddresses.join("\n")}>
      {first}
      {rest.length > 0 && ` +${rest.length}`}
    </span>
  );
}

function LastUsed({ restrictedKey: { lastUsedAt, lastUsedAddress } }: CellProps) {
  if (lastUsedAt === null) return <>{texts.never}</>;
  return (
    <span title={texts.from(lastUsedAddress ?? texts.anUnknownAddress)}>
      <When at={lastUsedAt} />
    </span>
  );
}

function State({ restrictedKey }: CellProps) {
  const { stopsAt, expiresAt } = restrictedKey;
  const end = endOf(restrictedKey);
  if (isEnded(restrictedKey, Date.now())) {
    return (
      <Chip tone="mute" icon={Ban}>
        {end === stopsAt ? texts.revoked : texts.expired}
      </Chip>
    );
  }
  if (stopsAt !== null) {
    return (
      <Chip tone="wait" icon={Hourglass}>
        {texts.stops} <When at={stopsAt} />
      </Chip>
    );
  }
  return (
    <span className="text-fg-2">
      {expiresAt === null ? (
        texts.noEnd
      ) : (
        <>
          {texts.until} <When at={expiresAt} />
        </>
      )}
    </span>
  );
}

function Actions({ restrictedKey }: CellProps) {
  const { mayChange, onTask } = useContext(KeyTaskContext);
  if (!mayChange || isEnded(restrictedKey, Date.now())) return null;
  const { name, stopsAt } = restrictedKey;
  return (
    <span className="inline-flex gap-1">
      {stopsAt === null && (
        <MiniButton
          icon={RotateCw}
          aria-label={texts.rollName(name)}
          title={texts.rollReplaceTheKey}
          aria-haspopup="dialog"
          onClick={() => onTask({ kind: "roll", restrictedKey })}
        />
      )}
      <MiniButton
        icon={Trash2}
        aria-label={texts.revokeName(name)}
        title={texts.revoke}
        aria-haspopup="dialog"
        onClick={() => onTask({ kind: "revoke", restrictedKey })}
      />
    </span>
  );
}
