import type { Session } from "../permissions.ts";

const CHANNEL = "session";

/** What tabs of one browser tell each other; never anything secret. */
export type TabMessage =
  | { kind: "signed_out" }
  | { kind: "signed_in"; email: string }
  | { kind: "mode_changed"; merchantId: string; mode: Session["mode"] }
  | { kind: "merchant_changed"; merchantId: string };

/** Tells every other tab of this browser. */
export function announce(message: TabMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Calls `listener` with what other tabs say, until the returned function is called. */
export function listenToOtherTabs(listener: (message: TabMessage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", (event: MessageEvent<TabMessage>) => listener(event.data));
  return () => channel.close();
}
