import { VerificationPage } from "../../../../components/settings/verification/verification-page.tsx";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.businessVerification };

export default VerificationPage;
