"""Does the camera show the dice well enough, and if not, what should be changed?"""

from calibration.checks.measures import FaceMeasures, measure_face, measure_faces
from calibration.checks.remarks import Kind, Level, Remark, remarks

__all__ = ["FaceMeasures", "Kind", "Level", "Remark", "measure_face", "measure_faces", "remarks"]
