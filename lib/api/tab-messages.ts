import type { Session } from "../permissions.ts";

const CHANNEL = "session";

/** Messages between the tabs of one browser. They contain no secrets. */
export type TabMessage =
  | { kind: "signed_out"; suspension?: string }
  | { kind: "signed_in"; email: string }
  | { kind: "mode_changed"; merchantId: string; mode: Session["mode"] }
  | { kind: "merchant_changed"; merchantId: string };

/** Sends a message to all other tabs of this browser. */
export function sendToOtherTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Calls `listener` with messages from other tabs until the returned function is called. */
export function listenToOtherTabs(listener: (message: TabMessage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", (event: MessageEvent<TabMessage>) => listener(event.data));
  return () => channel.close();
}
