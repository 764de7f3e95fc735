"use client";

import { SessionGuard } from "../../components/auth/session-guard.tsx";
import { lazySheet } from "../../components/layout/lazy.tsx";

const load = () => import("./frame-parts.tsx").then((module) => module.frameParts);
const dialogs = {
  StepUp: lazySheet(() => load().then((frame) => frame.StepUpDialog)),
  SessionExpired: lazySheet(() => load().then((frame) => frame.SessionExpiredDialog)),
  SessionChanged: lazySheet(() => load().then((frame) => frame.SessionChangedDialog)),
};

/** The guard of the session, with its dialogs from the parts of the frame that load when the page is idle. */
export function FrameGuard() {
  return <SessionGuard dialogs={dialogs} />;
}
