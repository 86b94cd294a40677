# SPDX-License-Identifier: MIT
"""The .vtp and .pvd files, read by VTK itself (Debian's python3-vtk9)."""

import json
import sys
import xml.etree.ElementTree

from cli_case import CliCase, main, scene

try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    print("VTK for Python is not installed (python3-vtk9)")
    sys.exit(77)


class Vtk(CliCase):
    def setUp(self):
        super().setUp()
        s = scene()
        s["threads"].append(dict(s["threads"][0], name="u", vertices=7, length="0.06 m", shape={
            "type": "straight", "from": [0, 0.5, 0], "direction": [0, 0, 1]}))
        path = self.folder / "two.json"
        path.write_text(json.dumps(s))
        self.done("run", path, "--quiet", "--out", "o", "--format", "vtp", "--format", "csv",
                  "--every", "20 ms")

    def read(self, name):
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(str(self.folder / "o" / name))
        errors = []
        reader.AddObserver("ErrorEvent", lambda *_: errors.append(name))
        reader.Update()
        self.assertEqual(errors, [])
        self.assertEqual(reader.GetErrorCode(), 0)
        return reader.GetOutput()

    def csv(self, name):
        lines = (self.folder / f"o/thread_{name}.csv").read_text().splitlines()[1:]
        return [line.split(",") for line in lines]

    def test_every_block_loads(self):
        names = sorted(p.name for p in (self.folder / "o").glob("*.vtp"))
        self.assertEqual(names, [f"scene_{i:06d}.vtp" for i in range(4)])
        for name in names:
            data = self.read(name)
            self.assertEqual(data.GetNumberOfPoints(), 18)
            self.assertEqual(data.GetNumberOfLines(), 2)
            self.assertEqual(data.GetNumberOfCells(), 2)

    def test_values_are_those_of_the_csv(self):
        data = self.read("scene_000003.vtp")
        points = vtk_to_numpy(data.GetPoints().GetData())
        tension = vtk_to_numpy(data.GetPointData().GetArray("tension"))
        rows = self.csv("t")[-11:] + self.csv("u")[-7:]
        for p, r in zip(points, rows):
            self.assertEqual([float(v) for v in r[2:5]], list(p))  # the same doubles
        # an inner vertex has the mean of the edges beside it, an end has its edge's
        self.assertEqual(tension[0], float(rows[0][5]))
        self.assertEqual(tension[1], 0.5 * (float(rows[0][5]) + float(rows[1][5])))
        self.assertEqual(tension[10], float(rows[9][5]))
        self.assertEqual(tension[17], float(rows[16][5]))

    def test_arrays(self):
        data = self.read("scene_000003.vtp")
        radius = vtk_to_numpy(data.GetPointData().GetArray("radius"))
        velocity = vtk_to_numpy(data.GetPointData().GetArray("velocity"))
        self.assertTrue((radius > 1e-5).all())
        self.assertEqual(velocity.shape, (18, 3))
        self.assertLess(velocity[10, 2], 0)  # the free end falls
        self.assertEqual(list(velocity[0]), [0, 0, 0])  # the pin does not
        self.assertIsNotNone(data.GetPointData().GetArray("twist"))
        self.assertEqual(list(vtk_to_numpy(data.GetCellData().GetArray("thread"))), [0, 1])
        time = data.GetFieldData().GetArray("TimeValue").GetValue(0)
        self.assertAlmostEqual(time, 0.05, 12)

    def test_lines_run_along_their_threads(self):
        data = self.read("scene_000000.vtp")
        ids = vtk.vtkIdList()
        lines = data.GetLines()
        lines.InitTraversal()
        found = []
        while lines.GetNextCell(ids):
            found.append([ids.GetId(i) for i in range(ids.GetNumberOfIds())])
        self.assertEqual(found, [list(range(11)), list(range(11, 18))])

    def test_the_series(self):
        root = xml.etree.ElementTree.parse(self.folder / "o/scene.pvd").getroot()
        self.assertEqual(root.get("type"), "Collection")
        sets = list(root.iter("DataSet"))
        self.assertEqual([d.get("file") for d in sets], [f"scene_{i:06d}.vtp" for i in range(4)])
        for d, t in zip(sets, [0, 0.02, 0.04, 0.05]):
            self.assertAlmostEqual(float(d.get("timestep")), t, 12)

    def test_old_series_is_replaced(self):
        self.done("run", "two.json", "--quiet", "--out", "o", "--format", "vtp", "--for", "0")
        root = xml.etree.ElementTree.parse(self.folder / "o/scene.pvd").getroot()
        self.assertEqual(len(list(root.iter("DataSet"))), 1)


class Tools(Vtk):
    """The same, with forceps and a needle driver: surfaces of polygons beside the lines."""

    def setUp(self):
        CliCase.setUp(self)
        tools = [{"name": "forceps", "position": [0, 0, 0.05]},
                 {"name": "driver", "type": "needle-driver", "position": [0, 0.05, 0.05]}]
        s = scene(tools=tools)
        s["threads"].append(dict(s["threads"][0], name="u", vertices=7, length="0.06 m", shape={
            "type": "straight", "from": [0, 0.5, 0], "direction": [0, 0, 1]}))
        path = self.folder / "two.json"
        path.write_text(json.dumps(s))
        self.done("run", path, "--quiet", "--out", "o", "--format", "vtp", "--format", "csv",
                  "--every", "20 ms")

    def test_every_block_loads(self):
        data = self.read("scene_000003.vtp")
        self.assertEqual(data.GetNumberOfLines(), 2)
        # two arms and two jaws with a flat face, and two handles
        self.assertEqual(data.GetNumberOfPolys(), 6 * 11 * 12 + 4)
        self.assertEqual(data.GetNumberOfPoints(), 18 + 6 * 156)
        tool = list(vtk_to_numpy(data.GetCellData().GetArray("tool")))
        self.assertEqual(tool[:2], [-1, -1])
        self.assertEqual(sorted(set(tool[2:])), [0, 1])
        # the forceps stand on their tips, 75 mm high and more
        bounds = data.GetBounds()
        self.assertLess(bounds[4], 0.05)
        self.assertGreater(bounds[5], 0.125)

    def test_arrays(self):
        data = self.read("scene_000003.vtp")
        cells = data.GetNumberOfCells()
        self.assertEqual(data.GetCellData().GetArray("thread").GetNumberOfTuples(), cells)
        points = data.GetNumberOfPoints()
        for name in ("radius", "tension", "twist", "velocity"):
            self.assertEqual(data.GetPointData().GetArray(name).GetNumberOfTuples(), points)

    def test_surfaces_are_closed(self):
        # every field is bordered by another one; the seam of a whole part has its points twice
        data = self.read("scene_000000.vtp")
        clean = vtk.vtkCleanPolyData()
        clean.SetInputData(data)
        clean.ToleranceIsAbsoluteOn()
        clean.SetAbsoluteTolerance(1e-9)
        clean.Update()
        edges = vtk.vtkFeatureEdges()
        edges.SetInputData(clean.GetOutput())
        edges.FeatureEdgesOff()
        edges.NonManifoldEdgesOff()
        edges.ManifoldEdgesOff()
        edges.BoundaryEdgesOn()
        edges.Update()
        self.assertEqual(edges.GetOutput().GetNumberOfCells(), 0)


if __name__ == "__main__":
    main()
