# SPDX-License-Identifier: MIT
"""sutura mesh: figures, checks, files that VTK and the readers load."""

import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as xml

from cli_case import CliCase, main

PAD = {"type": "pad", "size": [0.04, 0.03, 0.006], "cells": [4, 6, 3],
       "wound": {"type": "curved", "length": 0.02, "depth": "4 mm", "sagitta": "2 mm"}}
DRAIN = {"type": "drain", "width": "20 mm", "height": "8 mm", "length": "4 cm", "cells": [16, 8],
         "slit": "2 cm"}


class Mesh(CliCase):
    def figures(self, *args):
        return json.loads(self.done("mesh", *args, "--json").stdout)

    def shape(self, shape, *args):
        return self.figures("--shape", json.dumps(shape), *args)

    def test_a_pad_has_the_figures_of_its_size(self):
        f = self.shape(PAD)
        self.assertEqual((f["kind"], f["nodes"], f["elements"]), ("solid", 5 * 7 * 4 + 6, 6 * 72))
        self.assertAlmostEqual(f["volume"], 0.04 * 0.03 * 0.006, delta=1e-17)  # 12 digits are printed
        self.assertEqual(f["groups"]["wound-left"], 6)
        self.assertTrue(f["closed"])

    def test_text_names_groups_and_checks(self):
        text = self.done("mesh", "--shape", json.dumps(DRAIN)).stdout
        for word in ["surface", "wound-right 3", "checks      passed", "worst"]:
            self.assertIn(word, text)

    def test_what_is_written_reads_as_the_same(self):
        for shape, endings in ((PAD, ["vtk"]), (DRAIN, ["vtk", "obj"])):
            for ending in endings:
                with self.subTest(shape=shape["type"], ending=ending):
                    before = self.shape(shape, "--write", f"m.{ending}")
                    after = self.figures(f"m.{ending}")
                    for key in ("kind", "nodes", "elements", "box", "area", "volume", "angles", "edges"):
                        self.assertEqual(before[key], after[key], key)

    def test_pictures_are_svg(self):
        self.shape(DRAIN, "--write", "m.svg")
        root = xml.parse(self.folder / "m.svg").getroot()
        self.assertEqual(len(root), 1 + 2 * 16 * 8)

    def test_vtk_loads_it(self):
        self.shape(PAD, "--write", "m.vtk")
        load = ("import sys, vtk\n"
                "r = vtk.vtkGenericDataObjectReader()\n"
                "r.SetFileName(sys.argv[1])\nr.ReadAllScalarsOn()\nr.Update()\n"
                "o = r.GetOutput()\n"
                "print(o.GetClassName(), o.GetNumberOfPoints(), o.GetNumberOfCells(),\n"
                "      o.GetPointData().GetArray('wound-left').GetRange())\n")
        result = subprocess.run(["/usr/bin/python3", "-c", load, self.folder / "m.vtk"],
                                capture_output=True, text=True, check=False)
        if "No module named" in result.stderr:
            self.skipTest("python3-vtk9 is not installed")
        self.assertEqual(result.stdout.strip(), f"vtkUnstructuredGrid {5 * 7 * 4 + 6} 432 (0.0, 1.0)")

    def test_lengths_have_units(self):
        (self.folder / "m.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.assertAlmostEqual(self.figures("m.obj", "--scale", "1 mm")["area"], 0.5e-6, delta=1e-18)
        self.assert_refused(["mesh", "m.obj", "--scale", "0"], "--scale is '0'; must be")
        self.assert_refused(["mesh", "m.obj", "--weld", "1 kg"], "--weld is '1 kg'; must be")


class MeshRefusals(CliCase):
    def test_usage(self):
        self.assert_refused(["mesh"], "give one FILE or one --shape")
        self.assert_refused(["mesh", "a.obj", "b.obj"], "takes one file")
        self.assert_refused(["mesh", "a.obj", "--shape", "{}"], "give one FILE or one --shape")
        self.assert_refused(["mesh", "--shape", "{}", "--flip"], "are for FILE")
        self.assert_refused(["mesh", "a.obj", "--model", "jelly"], "--model is 'jelly'; must be")
        self.assert_refused(["mesh", "a.obj", "--write", "m.stl"], "must end in .vtk, .obj or .svg")

    def test_files(self):
        self.assert_refused(["mesh", "a.obj"], "a.obj: cannot be read; there is no such file")
        (self.folder / "a.txt").write_text("v 0 0 0\n")
        self.assert_refused(["mesh", "a.txt"],
                            "a.txt: is of no known kind; must be obj, stl, ply, wrl, msh or vtk")
        (self.folder / "d.obj").mkdir()
        self.assert_refused(["mesh", "d.obj"], "d.obj: cannot be read; it is a folder")
        (self.folder / "b.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
        self.assert_refused(["mesh", "b.obj", "--write", "c.vtk"], "sutura: b.obj:4: names node 9; must be 1 to 3\n")

    def test_no_output_falls_on_an_input(self):
        (self.folder / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.assert_refused(["mesh", "a.obj", "--write", "./a.obj"], "a.obj")
        self.assert_refused(["mesh", "--shape", '{"type": "file", "file": "a.obj"}', "--write", "a.obj"], "a.obj")
        self.assert_refused(["mesh", "a.obj", "--write", "b.vtk", "--write", "./b.vtk"], "b.vtk")
        self.assert_refused(["mesh", "a.obj", "--write", "no/such/folder/b.vtk"], "no/such/folder")

    def test_shapes(self):
        self.assert_refused(["mesh", "--shape", '{"type": "pad", "size": [1, 1], "cells": [1, 1, 1]}'],
                            "--shape: size: is a list of another length; give lengths [x, y, z]")
        self.assert_refused(["mesh", "--shape", "{"], "--shape:1:")


class TissueMaterials(CliCase):
    def test_the_page_is_the_table(self):
        top = pathlib.Path(__file__).resolve().parents[2]
        info = self.done("info", "--materials", "--json").stdout
        made = subprocess.run([sys.executable, top / "tools/tissue_page.py"], input=info,
                              capture_output=True, text=True, check=True).stdout
        self.assertEqual((top / "docs/guide/tissue_materials.md").read_text(), made,
                         "run sutura info --materials --json | tools/tissue_page.py")

    def test_the_table_names_sources(self):
        table = self.done("info", "--materials").stdout
        for word in ["seed-002", "Potter 2025", "estimate", "any"]:
            self.assertIn(word, table)


if __name__ == "__main__":
    main()
