import type { ReactNode } from "react";
import { SettingsNav } from "../../../components/layout/shell/settings-nav.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SettingsNav />
      {children}
    </>
  );
}
