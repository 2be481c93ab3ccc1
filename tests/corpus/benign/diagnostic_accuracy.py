from dataclasses import dataclass
import json


@dataclass(frozen=True)
class Confusion:
    tp: int
    fp: int
    fn: int
    tn: int

    @classmethod
    def from_labels(cls, truth, predicted):
        pairs = list(zip(truth, predicted))
        return cls(pairs.count((1, 1)), pairs.count((0, 1)), pairs.count((1, 0)), pairs.count((0, 0)))

    @property
    def sensitivity(self):
        return self.tp / (self.tp + self.fn)

    @property
    def specificity(self):
        return self.tn / (self.tn + self.fp)

    @property
    def ppv(self):
        return self.tp / (self.tp + self.fp)

    @property
    def npv(self):
        return self.tn / (self.tn + self.fn)

    def youden(self):
        return self.sensitivity + self.specificity - 1


markers = [0.2, 0.9, 0.7, 0.4, 0.8, 0.1, 0.6, 0.3, 0.95, 0.55, 0.35, 0.75]
disease = [0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0]

best = max(
    (Confusion.from_labels(disease, [int(m >= cut) for m in markers]) for cut in (0.25, 0.35, 0.5, 0.65, 0.85)),
    key=Confusion.youden,
)
auc = sum((p > q) + 0.5 * (p == q) for p, d in zip(markers, disease) if d for q, e in zip(markers, disease) if not e)
auc /= disease.count(1) * disease.count(0)
print(json.dumps({
    "sensitivity": round(best.sensitivity, 3), "specificity": round(best.specificity, 3),
    "ppv": round(best.ppv, 3), "npv": round(best.npv, 3), "auc": round(auc, 3),
}))
