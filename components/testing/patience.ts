import { configure } from "@testing-library/react";

// A second is too short on a machine that does other things as well; what never comes still fails.
configure({ asyncUtilTimeout: 15_000 });
