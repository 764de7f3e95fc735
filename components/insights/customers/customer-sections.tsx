"use client";

import { ActiveWalletsSection } from "./active-wallets-section.tsx";
import { BusyHoursSection } from "./busy-hours-section.tsx";
import { CardDeclinesSection, CardSection } from "./card-sections.tsx";
import { CohortsSection } from "./cohorts-section.tsx";
import { TopCustomersSection } from "./top-customers-section.tsx";
import { BalancesSection, TiersSection } from "./wallet-levels-sections.tsx";

/** The figures of customers, their wallets and cards, below those of money; loaded after them. Dashboard 9. */
export function CustomerSections() {
  return (
    <>
      <ActiveWalletsSection />
      <TiersSection />
      <TopCustomersSection />
      <CohortsSection />
      <BusyHoursSection />
      <CardSection />
      <CardDeclinesSection />
      <BalancesSection />
    </>
  );
}
