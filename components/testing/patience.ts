import { configure } from "@testing-library/react";

// The default of one second is too short on a busy machine. Elements that never appear still fail the test.
configure({ asyncUtilTimeout: 15_000 });
