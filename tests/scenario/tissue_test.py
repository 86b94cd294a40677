# SPDX-License-Identifier: MIT
"""Tissues from outside: tables, report, files for VTK, pictures, errors."""

import csv
import json
import math
import struct
import xml.etree.ElementTree

from cli_case import SCENES, CliCase, main

PAD = {
    "name": "pad",
    "model": "solid",
    "material": "skin",
    "shape": {"type": "pad", "size": ["8 mm", "4 mm", "2 mm"], "cells": [4, 2, 1]},
    "hold": [{"group": "z-", "how": "pin"},
             {"group": "z+", "how": "force", "force": ["10 mN", 0, "-20 mN"], "spread": "even"}],
}
WOUND = {
    "name": "skin",
    "model": "shell",
    "material": "skin",
    "thickness": "1 mm",
    "rest": [0.9, 1, 1],
    "shape": {"type": "sheet", "size": ["16 mm", "12 mm"], "cells": [8, 6],
              "wound": {"type": "straight", "length": "6 mm"}},
    "hold": [{"group": "x-", "how": "pin"}, {"group": "x+", "how": "pin"}],
}


class Tissues(CliCase):
    def scene_of(self, *tissues, name="tissues.json", **keys):
        path = self.folder / name
        whole = {"sutura": 1, "seconds": 0.05, "tissues": list(tissues)}
        whole.update(keys)
        path.write_text(json.dumps(whole))
        return path

    def table(self, name):
        with open(self.folder / "o" / name, newline="", encoding="utf-8") as f:
            return list(csv.DictReader(f))

    def vtp(self, name):
        """The piece, and the numbers of every array by its name."""
        text = (self.folder / "o" / name).read_bytes()
        start = text.index(b"<AppendedData")
        data = text[text.index(b"_", start) + 1:]
        root = xml.etree.ElementTree.fromstring(text[:start].decode() + "</VTKFile>")
        arrays = {}
        for a in root.iterfind(".//DataArray[@offset]"):
            at = int(a.get("offset"))
            size = struct.unpack_from("<Q", data, at)[0]
            kind = {"Float64": "d", "Int64": "q"}[a.get("type")]
            arrays.setdefault(a.get("Name"), []).append(
                list(struct.unpack_from(f"<{size // 8}{kind}", data, at + 8)))
        return next(root.iter("Piece")), arrays

    def test_tables_of_a_solid(self):
        self.done("run", self.scene_of(PAD), "--quiet", "--out", "o", "--format", "csv", "--every", "10 ms")
        nodes = self.table("tissue_pad.csv")
        self.assertEqual(list(nodes[0]), ["t", "node", "x", "y", "z"])
        self.assertEqual(len(nodes), 6 * 30)
        # the first node is the low corner: the origin is in the middle of the top face
        self.assertEqual([float(nodes[0][k]) for k in "xyz"], [-0.004, -0.002, -0.002])
        mesh = self.table("tissue_pad_mesh.csv")
        self.assertEqual(list(mesh[0]), ["t", "element", "a", "b", "c", "d"])
        self.assertEqual(len(mesh), 48)  # written once
        self.assertEqual((self.folder / "o/holes.csv").read_text(),
                         "t,hole,tissue,thread,needle,s,x,y,z,fx,fy,fz,slid,slipping\n")
        self.assertTrue((self.folder / "o/events.csv").read_text().startswith(
            "t,event,tissue,thread,needle,tool,hole,x,y,z,amount\n"))

    def test_triangles_have_no_fourth_corner(self):
        self.done("run", self.scene_of(WOUND), "--quiet", "--out", "o", "--format", "csv")
        self.assertEqual({row["d"] for row in self.table("tissue_skin_mesh.csv")}, {""})

    def test_lips_begin_in_one_place(self):
        self.done("run", self.scene_of(WOUND, gravity=[0, 0, 0], seconds=0.001), "--quiet", "--out", "o", "--format", "csv",
                  "--every", "1 ms", "--report", "r.json")
        nodes = self.table("tissue_skin.csv")
        count = len(nodes) // 2
        place = [tuple(float(row[k]) for k in "xyz") for row in nodes]
        self.assertEqual({row["t"] for row in nodes[:count]}, {"0"})
        # copies are numbered after the 9 x 7 nodes of the grid, and are where those of x = 0 are
        copies = place[63:count]
        self.assertEqual(len(copies), 3)  # 3 mm are rounded to two cells of 2 mm on each side; the ends stay whole
        for copy in copies:
            self.assertEqual(copy[0], 0.0)
            self.assertEqual(place[:63].count(copy), 1)
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["tissues"][0]["wound"]["start"], 0.0)
        # a step later they are further apart than where they touch, 1 % of an edge
        for copy, now in zip(copies, place[count + 63:]):
            other = place[count + place[:63].index(copy)]
            self.assertGreater(math.dist(now, other), 0.01 * 2e-3)

    def test_report_of_a_solid(self):
        report = self.report(self.scene_of(PAD, seconds=1, gravity=[0, 0, 0]))
        tissue = report["tissues"][0]
        self.assertEqual([tissue[k] for k in ("name", "model", "nodes", "elements")], ["pad", "solid", 30, 48])
        self.assertAlmostEqual(tissue["mass"], 1100 * 8e-3 * 4e-3 * 2e-3, delta=1e-12)
        self.assertEqual(tissue["components"], 1)
        self.assertTrue(tissue["manifold"])
        self.assertIsNone(tissue["wound"])
        # at rest the pins bear the load, to what the tolerance of a step leaves
        for got, load in zip(tissue["support_force"], (0.01, 0, -0.02)):
            self.assertAlmostEqual(got, -load, delta=1e-7)
        self.assertEqual([h["how"] for h in tissue["holds"]], ["pin", "force"])
        self.assertEqual([h["nodes"] for h in tissue["holds"]], [15, 15])
        for got, load in zip(tissue["holds"][1]["force"], (0.01, 0, -0.02)):
            self.assertAlmostEqual(got, load, delta=1e-12)
        parts = tissue["energy_parts"]
        self.assertAlmostEqual(tissue["energy"], sum(parts.values()), delta=1e-15)
        self.assertGreater(parts["elastic"], 0)
        self.assertGreater(tissue["strain_max"], 0.005)
        # momentum changes by the sum of the reported forces, to rounding
        self.assertLessEqual(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])
        self.assertEqual(report["events"], {})

    def test_a_tissue_that_is_held_everywhere_bears_what_lies_on_it(self):
        sheet = {"name": "s", "model": "shell", "thickness": "0.4 mm", "material": {"young": 1e6, "density": 1000},
                 "shape": {"type": "sheet", "size": [0.02, 0.02], "cells": [6, 6]},
                 "hold": [{"group": "all", "how": "pin"}]}
        thread = {"material": {"EI": 1e-7, "EA": 80, "mass_per_length": 3.6e-5, "radius": "0.1 mm"}, "vertices": 31,
                  "length": 0.015, "shape": {"type": "straight", "from": [-0.0075, 0.0007, 0.00031], "direction": [1, 0, 0]}}
        report = self.report(self.scene_of(sheet, threads=[thread], seconds=0.2))
        weight = 9.81 * (report["tissues"][0]["mass"] + 3.6e-5 * 0.015)
        # what is left of the thread's settling after 0.2 s: a thousandth of its own weight
        self.assertAlmostEqual(report["tissues"][0]["support_force"][2], weight, delta=5e-9)
        self.assertLessEqual(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])

    def test_balance_leaves_out_steps_that_a_limit_corrected(self):
        # a limit moves nodes without a force, so that such steps have no balance to be judged by
        sheet = {"name": "m", "model": "membrane", "material": "seed-002", "thickness": "1 mm",
                 "membrane": {"stiffness": 100, "home": 50, "damper": 0.01, "limit": 1.3},
                 "shape": {"type": "sheet", "size": [0.1, 0.1], "cells": [10, 10]},
                 "hold": [{"group": "boundary", "how": "pin"},
                          {"nodes": [60], "how": "force", "force": [0, 0, 5], "from": 0.01}]}
        limited = self.report(self.scene_of(sheet, gravity=[0, 0, 0]))["balance"]
        self.assertGreater(limited["left_out"], 0)
        self.assertLessEqual(limited["error_max"], 1e-9 * limited["force_max"])
        sheet["membrane"]["limit"] = None
        free = self.report(self.scene_of(sheet, gravity=[0, 0, 0]))["balance"]
        self.assertEqual(free["left_out"], 0)
        self.assertLessEqual(free["error_max"], 1e-9 * free["force_max"])

    def test_a_wound_gapes_and_gaps_are_measured(self):
        gap = {"name": "lips", "a": {"tissue": "skin", "group": "wound-left"},
               "b": {"tissue": "skin", "group": "wound-right"}}
        report = self.report(self.scene_of(WOUND, seconds=0.3, gravity=[0, 0, 0], gaps=[gap]))
        wound = report["tissues"][0]["wound"]
        self.assertEqual(wound["start"], 0)
        self.assertGreater(wound["end"], 1e-4)
        self.assertGreaterEqual(wound["max"], wound["end"])
        lips = report["gaps"][0]
        self.assertEqual(lips["name"], "lips")
        self.assertEqual((lips["start"], lips["max"]), (wound["start"], wound["max"]))
        # the lip goes on to the nodes at its ends, which are in no group: a little nearer
        self.assertGreaterEqual(lips["end"], wound["end"])
        self.assertLess(lips["end"], 1.1 * wound["end"])
        self.assertLessEqual(lips["min"], lips["end"])

    def test_a_closed_wound_does_not_slow_a_pad_that_flies(self):
        lips = {"straight": {"type": "straight", "length": "4 mm"},
                "curved": {"type": "curved", "length": "4 mm", "sagitta": "1 mm"}}
        for name, cells, spin in (("straight", [4, 2, 2], [0, 0, 10]), ("curved", [4, 6, 2], [3, 4, 10])):
            shape = {"type": "pad", "size": ["20 mm", "10 mm", "5 mm"], "cells": cells, "wound": lips[name]}
            pad = dict(PAD, hold=[], velocity=[0.1, 0, 0], spin=spin, shape=shape)
            report = self.report(self.scene_of(pad, seconds=0.2, gravity=[0, 0, 0]), "--out", "o", "--format", "csv")
            self.assertNotIn("guard", report["events"], name)
            # the centre of mass is near the mean of the nodes, which are spread almost evenly
            rows = self.table("tissue_pad.csv")
            end = [float(r["x"]) for r in rows if r["t"] == rows[-1]["t"]]
            start = [float(r["x"]) for r in rows if r["t"] == "0"]
            way = sum(end) / len(end) - sum(start) / len(start)
            self.assertAlmostEqual(way, 0.02, delta=2e-4, msg=name)

    def test_files_for_vtk_name_tissue_and_strain(self):
        board = {"material": "silk 2-0", "vertices": 5, "length": "8 mm",
                 "shape": {"type": "straight", "from": [0, 0, "4 mm"]}}
        self.done("run", self.scene_of(WOUND, threads=[board]), "--quiet", "--out", "o", "--format", "vtp",
                  "--format", "csv", "--every", "25 ms")
        piece, arrays = self.vtp("scene_000002.vtp")
        self.assertEqual((piece.get("NumberOfPolys"), piece.get("NumberOfLines")), ("96", "1"))
        nodes = [[float(r[k]) for k in "xyz"] for r in self.table("tissue_skin.csv") if float(r["t"]) > 0.04]
        points = arrays["Points"][0]
        self.assertEqual([points[3 * i:3 * i + 3] for i in range(5, 5 + len(nodes))], nodes)  # the same doubles
        mesh = [int(r[k]) + 5 for r in self.table("tissue_skin_mesh.csv") for k in "abc"]
        self.assertEqual(arrays["connectivity"][1], mesh)
        self.assertEqual(arrays["offsets"][1], list(range(3, 3 * 96 + 1, 3)))
        self.assertEqual(arrays["tissue"][0], [-1] + [0] * 96)
        self.assertEqual(arrays["thread"][0], [0] + [-1] * 96)
        strain = arrays["strain"][0]
        self.assertEqual(strain[:5], [0] * 5)
        self.assertGreater(max(strain), 0.05)

    def test_a_picture_shows_strain(self):
        self.done("run", self.scene_of(WOUND), "--quiet", "--out", "o", "--format", "svg")
        picture = (self.folder / "o/picture.svg").read_text()
        xml.etree.ElementTree.fromstring(picture)
        self.assertIn("strain, %", picture)
        self.assertEqual(picture.count('<path fill="#'), 2 * 96)  # every triangle in both panels

    def test_a_dropped_pad_lies_on_the_floor(self):
        pad = dict(PAD, hold=[], shape=dict(PAD["shape"], position=[0, 0, "3 mm"]))
        path = self.scene_of(pad, seconds=0.3, obstacles=[{"name": "floor", "type": "plane"}])
        self.done("run", path, "--quiet", "--contacts", "--out", "o", "--format", "csv")
        lowest = min(float(r["z"]) for r in self.table("tissue_pad.csv")[-30:])
        self.assertGreater(lowest, -1e-6)
        self.assertLess(lowest, 1e-4)
        contacts = [r for r in self.table("contacts.csv") if float(r["t"]) > 0.29]
        self.assertEqual({r["tissue_a"] for r in contacts}, {"pad"})
        self.assertEqual({r["obstacle"] for r in contacts}, {"floor"})
        weight = 1100 * 64e-9 * 9.81
        at_end = [r for r in contacts if r["t"] == contacts[-1]["t"]]
        # it has come to rest: what is left of the bounce is below a hundredth of the weight
        self.assertAlmostEqual(sum(float(r["fz"]) for r in at_end), weight, delta=0.01 * weight)

    def test_the_same_run_gives_the_same_hash(self):
        path = self.scene_of(PAD)
        self.assertEqual(self.report(path)["hash"], self.report(path)["hash"])

    def test_a_recording_replays(self):
        path = self.scene_of(PAD)
        self.done("run", path, "--quiet", "--record", "r.bin")
        self.done("replay", "r.bin", "--check")


class BadTissues(CliCase):
    def refused(self, words, **changes):
        tissue = dict(PAD, **changes)
        path = self.folder / "bad.json"
        path.write_text(json.dumps({"sutura": 1, "tissues": [tissue]}))
        self.assert_refused(["run", path], *words)

    def test_models_and_groups(self):
        self.refused(["tissues[0].model", '"jelly"', '"solid", "shell", "membrane" or "tube"'], model="jelly")
        self.refused(["tissues[0].hold[0].group", '"top"'], hold=[{"group": "top", "how": "pin"}])
        self.refused(["tissues[0].hold[0]", "selects no node"],
                     hold=[{"box": [[1, 1, 1], [2, 2, 2]], "how": "pin"}])

    def test_mesh_files(self):
        (self.folder / "m.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
        self.refused(["tissues[0].shape.file", "m.obj:4: names node 9; must be 1 to 3"], model="shell",
                     thickness="1 mm", hold=[], shape={"type": "file", "file": "m.obj"})
        (self.folder / "m.xyz").write_text("")
        self.refused(["tissues[0].shape.file", "is of no known kind; must be obj, stl, ply, wrl, msh or vtk"],
                     shape={"type": "file", "file": "m.xyz"}, hold=[])

    def test_tissues_that_overlap_are_refused(self):
        path = self.folder / "bad.json"
        path.write_text(json.dumps({"sutura": 1, "tissues": [PAD, dict(PAD, name="other")]}))
        self.assert_refused(["run", path], "tissues[1]")


class TissueScenes(CliCase):
    def test_every_scene_balances_and_nothing_passes(self):
        for name, seconds in (("pad_squeeze", 0.2), ("sheet_thread", 0.1), ("vessel_pressure", 0.05),
                              ("vessel_thread", 0.05), ("wound", 0.05), ("curtain", 0.1),
                              ("tube_003", 0.5)):
            with self.subTest(name):
                report = self.report(SCENES / f"{name}.json", "--for", seconds)
                self.assertEqual(report["topology_changes"], 0)
                self.assertEqual(report["diverged"] if "diverged" in report else 0, 0)
                balance = report["balance"]
                self.assertLessEqual(balance["error_max"], 1e-9 * balance["force_max"])
                for tissue in report["tissues"]:
                    self.assertTrue(tissue["manifold"])
                    self.assertTrue(math.isfinite(tissue["energy"]))


if __name__ == "__main__":
    main()
