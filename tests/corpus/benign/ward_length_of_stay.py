"""Average length of stay by ward, with readmission rates."""

import json

import pandas as pd


def load_patients() -> pd.DataFrame:
    """Read the admissions file and derive the length of stay in days."""
    frame = pd.read_csv("patients.csv", parse_dates=["admitted", "discharged"])
    frame["los"] = (frame["discharged"] - frame["admitted"]).dt.days
    return frame


def summarise(frame: pd.DataFrame) -> dict:
    grouped = frame.groupby("ward")
    out = {}
    for ward, part in grouped:
        out[ward] = {
            "n": int(len(part)),
            "mean_los": round(float(part["los"].mean()), 2),
            "median_los": float(part["los"].median()),
            "readmission_rate": round(float(part["readmitted"].mean()), 3),
        }
    return out


if __name__ == "__main__":
    patients = load_patients()
    print(json.dumps({"wards": summarise(patients), "patients": len(patients)}, indent=2))
