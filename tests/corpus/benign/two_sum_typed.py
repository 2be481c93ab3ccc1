from typing import Dict, List, Optional, Tuple

def two_sum(nums: List[int], target: int) -> Optional[Tuple[int, int]]:
    seen: Dict[int, int] = {}
    for i, n in enumerate(nums):
        if target - n in seen:
            return seen[target - n], i
        seen[n] = i
    return None

if __name__ == "__main__":
    assert two_sum([2, 7, 11, 15], 9) == (0, 1)
    print(two_sum([3, 2, 4], 6))
