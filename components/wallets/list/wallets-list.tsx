"use client";

import { SlidersHorizontal } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { openWalletsFile } from "../../../lib/api/wallets.ts";
import { readSearchTerm, type SearchTerm } from "../../../lib/format/search-term.ts";
import { lazyMenu } from "../../layout/lazy.tsx";
import { FileExport } from "../../layout/page/file-export.tsx";
import { SavedViews } from "../../layout/page/saved-views.tsx";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { Button } from "../../ui/button.tsx";
import { ROW_LINK } from "../../ui/row-link.tsx";
import { LookupResult } from "./lookup-result.tsx";
import { texts } from "./texts.ts";
import { useWalletLookup, type WalletLookup } from "./use-wallet-lookup.ts";
import { useWalletsColumns, type WalletsColumns } from "./use-wallets-columns.ts";
import { useWalletsView } from "./use-wallets-view.ts";
import { WalletsTable } from "./wallets-table.tsx";
import { useSearchText, WalletsToolbar } from "./wallets-toolbar.tsx";

/** Visible columns and row height of the list. */
const ColumnsMenu = lazyMenu(
  (_: { columns: WalletsColumns }) => (
    <Button aria-haspopup="menu" icon={SlidersHorizontal} className="max-md:hidden">
      {texts.view}
    </Button>
  ),
  () => import("./columns-choices.tsx").then((module) => module.ColumnsChoices),
);

/**
 * All wallets, with filters and search. An account number or customer ID is looked up immediately and Enter opens it; a text that
 * could be a BVN or NIN is never sent. Dashboard 2.5, 5.1.
 */
export function WalletsList() {
  const session = useSession();
  const view = useWalletsView();
  const columns = useWalletsColumns();
  const [text, setText] = useState(view.search);
  const list = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const giveUpWait = useSearchText(view, [text, setText]);
  const open = (href: string) => {
    giveUpWait();
    router.push(href);
  };
  const lookup = useWalletLookup(text, open);
  useListKeys(list, ROW_LINK);
  const isExact = standsAlone(lookup.term);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes that a link inside was followed.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well.
    <div
      onClick={(event) => event.target instanceof Element && event.target.closest("a") && giveUpWait()}
      className="@container mt-5 grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <WalletsToolbar
        label={texts.findWallets}
        view={{
          ...view,
          clear: () => {
            setText("");
            view.clear();
          },
        }}
        text={text}
        onText={setText}
        opensFound={lookup.state === "found"}
        onEnter={() => (isExact ? lookup.openWhenFound() : list.current?.querySelector<HTMLElement>(ROW_LINK)?.focus())}
      >
        <SavedViews list="wallets" />
        <FileExport name="wallets" open={(signal) => openWalletsFile(session, view.filters, signal)} />
        <ColumnsMenu columns={columns} />
      </WalletsToolbar>
      {isExact ? (
        <div className="max-w-sheet">
          <LookupResult lookup={lookup} />
        </div>
      ) : (
        <div ref={list}>
          {lookup.term.kind === "other" && <p className="mb-3 text-fg-3 text-xs">{texts.goOnTwoLetters}</p>}
          <WalletsTable
            view={view}
            columns={columns}
            isTyping={view.search !== text && readSearchTerm(text).kind === "text"}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {spoken(lookup)}
      </p>
    </div>
  );
}

/** The text identifies at most one wallet, so the list is hidden. */
function standsAlone({ kind }: SearchTerm): boolean {
  return kind === "account" || kind === "customer" || kind === "identity";
}

function spoken(lookup: WalletLookup): string {
  if (lookup.state === "loading") return texts.lookingUp;
  if (lookup.state === "found") return texts.foundAccountNamePress(lookup.wallet.accountName);
  if (lookup.state === "merchant") return texts.thisIsYourMerchantWallet;
  if (lookup.state === "missing") return texts.noWalletFound;
  if (lookup.state === "failed") return texts.theLookupDidNot;
  return lookup.term.kind === "identity" ? texts.thisLooksLikeA : "";
}
