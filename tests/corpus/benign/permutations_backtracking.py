from typing import List
class Solution:
    def permute(self, nums: List[int]) -> List[List[int]]:
        res: List[List[int]] = []
        def backtrack(path, used):
            if len(path) == len(nums):
                res.append(path[:])
                return
            for i, n in enumerate(nums):
                if used[i]:
                    continue
                used[i] = True
                path.append(n)
                backtrack(path, used)
                path.pop()
                used[i] = False
        backtrack([], [False] * len(nums))
        return res
    def subsets(self, nums):
        return [[n for i, n in enumerate(nums) if m >> i & 1] for m in range(1 << len(nums))]
s = Solution()
print(len(s.permute([1, 2, 3, 4])), s.subsets([1, 2]))
