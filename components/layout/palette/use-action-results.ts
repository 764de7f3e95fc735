"use client";

import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  FileUp,
  FlaskConical,
  Landmark,
  LogOut,
  Moon,
  Plus,
  Sun,
  Webhook,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { signOut } from "../../../lib/api/auth.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can, refusalOf, type Session } from "../../../lib/permissions.ts";
import { placesFor } from "../shell/navigation.ts";
import { useTheme } from "../shell/theme.ts";
import { matchesText, type PaletteResults, type PaletteRow } from "./palette-results.ts";
import { texts } from "./texts.ts";

/** The palette's actions that match the text: pages to open, tasks to start, themes and sign-out. */
export function useActionResults(text: string): PaletteResults {
  const rows = useActionRows().filter((row) => matchesText(row, text));
  return { groups: [{ heading: texts.actions, rows }] };
}

function useActionRows(): PaletteRow[] {
  const session = useSession();
  const router = useRouter();
  const [, chooseTheme] = useTheme();
  const places = placesFor(session).map(({ href, label, icon }) => ({
    id: `go-${href}`,
    icon,
    text: texts.goToLabel(label.toLowerCase()),
    run: () => router.push(href),
  }));
  const tasks = tasksOf(session).map(({ href, ...task }) => ({ ...task, run: () => router.push(href) }));
  return [
    ...places,
    ...tasks,
    { id: "theme-light", icon: Sun, text: texts.lightTheme, run: () => chooseTheme("light") },
    { id: "theme-dark", icon: Moon, text: texts.darkTheme, run: () => chooseTheme("dark") },
    { id: "sign-out", icon: LogOut, text: texts.signOut, run: () => void signOut() },
  ];
}

/** The tasks that the user may start from any page. */
function tasksOf(session: Session) {
  const maySubmit = can(session, "BROWSE_TRANSACTIONS");
  const mayTransfer = maySubmit && refusalOf(session, "submitTransfer") === null;
  const mayMove = maySubmit && refusalOf(session, "creditOrDebit") === null;
  const mayPayOut = maySubmit && refusalOf(session, "sendToBank") === null;
  const mayCreate = refusalOf(session, "createWallet") === null;
  const form = "/transactions/new";
  const all = [
    { id: "new-wallet", icon: Plus, text: texts.createWallet, href: "/wallets/new", isOpen: mayCreate },
    { id: "new-transfer", icon: ArrowLeftRight, text: texts.newTransfer, href: form, isOpen: mayTransfer },
    { id: "new-credit", icon: ArrowDownToLine, text: texts.newCredit, href: `${form}?kind=credit`, isOpen: mayMove },
    { id: "new-debit", icon: ArrowUpFromLine, text: texts.newDebit, href: `${form}?kind=debit`, isOpen: mayMove },
    { id: "send-to-bank", icon: Landmark, text: texts.sendToBank, href: `${form}?kind=bank`, isOpen: mayPayOut },
    { id: "new-import", icon: FileUp, text: texts.newImport, href: "/imports/new", isOpen: mayCreate || mayMove },
    {
      id: "new-subscription",
      icon: Webhook,
      text: texts.newWebhookSubscription,
      href: "/webhooks/new",
      isOpen: can(session, "MANAGE_WEBHOOKS"),
    },
    {
      id: "fund",
      icon: FlaskConical,
      text: texts.addSandboxFunds,
      href: "/?sheet=fund",
      isOpen: session.mode === "SANDBOX" && can(session, "UPDATE_MERCHANT_DETAIL"),
    },
  ];
  return all.filter(({ isOpen }) => isOpen).map(({ isOpen: _, ...task }) => task);
}
