import { Ellipsis } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";

export function WalletMoreButton(rest: ComponentProps<"button">) {
  return <Button aria-haspopup="menu" data-actions {...rest} iconOnly icon={Ellipsis} aria-label="More actions" />;
}
