// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { doorOf, stationOf } from "../../src/ui/stations";

describe("stations of a class", () => {
    it("are addresses, with or without a scheme, and nothing that runs", () => {
        expect(stationOf("station-7:8642")).toBe("http://station-7:8642/");
        expect(stationOf("http://lab-3:8642/?token=abc")).toBe("http://lab-3:8642/?token=abc");
        expect(stationOf("")).toBeNull();
        expect(stationOf("javascript:alert(1)")).toBeNull();
        expect(stationOf("http://")).toBeNull();
    });

    it("keep their token in the address of their pages", () => {
        expect(doorOf("http://lab-3:8642/?token=abc", "watch")).toBe(
            "http://lab-3:8642/?token=abc&watch=",
        );
    });
});
