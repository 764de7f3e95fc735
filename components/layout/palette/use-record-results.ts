"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, CircleCheck, FileUp, Landmark, type LucideIcon, Webhook } from "lucide-react";
import type { FoundRecord } from "../../../contract/search.ts";
import { recordsQuery } from "../../../lib/api/search.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { shortId } from "../../../lib/format/names.ts";
import { can } from "../../../lib/permissions.ts";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import type { PaletteResults } from "./palette-results.ts";
import { texts } from "./texts.ts";

const DEBOUNCE_MS = 150;
/** The characters of references and IDs, with a digit; fewer than 12 digits alone are an account, a phone or an identity number. */
const REFERENCE = /^(?=.*\d)(?!\d{1,11}$)[\w.:/-]{4,100}$/;

/** The palette's transactions, batches, payouts, approvals and deliveries with this reference or ID. Decision 0122. */
export function useRecordResults(text: string, open: (href: string) => void): PaletteResults {
  const session = useSession();
  const typed = text.trim();
  const maySearch = can(session, "BROWSE_TRANSACTIONS") || can(session, "BROWSE_WEBHOOKS");
  const wanted = maySearch && REFERENCE.test(typed) ? typed : "";
  const [query] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const { data = [] } = useQuery({ ...recordsQuery(session, query), enabled: query !== "" });
  const rows = query === wanted ? data : [];
  return {
    groups: [
      {
        heading: texts.recordsFound,
        rows: rows.map((record) => {
          const { icon, href } = places[record.kind];
          const name = texts.kindReference(labelOf(record), record.reference ?? shortId(record.id));
          return {
            id: `${record.kind}-${record.id}`,
            icon,
            text: name,
            note: noteOf(record),
            run: () => open(href(record)),
          };
        }),
      },
    ],
  };
}

const places: Record<FoundRecord["kind"], { icon: LucideIcon; href: (record: FoundRecord) => string }> = {
  transaction: {
    icon: ArrowLeftRight,
    href: (record) => `/transactions/${encodeURIComponent(record.reference ?? "")}`,
  },
  batch: { icon: FileUp, href: ({ label, id }) => `/imports/${label}/${id}` },
  payout: { icon: Landmark, href: ({ reference }) => `/payouts/${encodeURIComponent(reference ?? "")}` },
  approval: { icon: CircleCheck, href: ({ id }) => `/approvals/${id}` },
  delivery: { icon: Webhook, href: ({ id }) => `/webhooks/deliveries/${id}` },
};

function labelOf({ kind, label }: FoundRecord): string {
  if (kind === "transaction") return words(label);
  if (kind === "delivery") return texts.deliveryOf(label);
  return texts.kinds[kind];
}

function noteOf({ amount, status }: FoundRecord): string {
  const word = words(status.toLowerCase()).toLowerCase();
  return amount === null ? word : `${formatKobo(amount)} · ${word}`;
}

/** `partially_completed` as `Partially completed`. */
function words(name: string): string {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
