import { Fingerprint, Hash, Layers, ShieldCheck } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";

const lines = [
  { icon: Hash, text: "The customer gets a wallet with an account number of its own, at once." },
  { icon: ShieldCheck, text: "Name and date of birth are compared with what the registry holds for the BVN or NIN." },
  { icon: Fingerprint, text: "If that check fails, the wallet is still created, but frozen until a BVN is verified." },
  { icon: Layers, text: "It starts at Tier 1. A linked BVN opens Tier 2, BVN and NIN open Tier 3." },
] as const;

/** Explains what creating does. */
export function CreateWalletAside() {
  return (
    <>
      <h2 id="create-then" className="mb-3 font-semibold text-md">
        What happens
      </h2>
      <ul className="grid gap-3">
        {lines.map(({ icon, text }) => (
          <li key={text} className="flex items-start gap-2.5 text-fg-2">
            <Icon of={icon} className="mt-0.5 text-fg-3" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
