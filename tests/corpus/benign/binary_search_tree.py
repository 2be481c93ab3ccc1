class Node:
    __slots__ = ("key", "left", "right")

    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


class BinarySearchTree:
    def __init__(self, keys=()):
        self.root = None
        self.size = 0
        for key in keys:
            self.insert(key)

    def insert(self, key):
        if self.root is None:
            self.root = Node(key)
            self.size += 1
            return
        node = self.root
        while True:
            if key == node.key:
                return
            side = "left" if key < node.key else "right"
            child = node.left if side == "left" else node.right
            if child is None:
                if side == "left":
                    node.left = Node(key)
                else:
                    node.right = Node(key)
                self.size += 1
                return
            node = child

    def walk(self, node="root"):
        if node == "root":
            node = self.root
        if node is not None:
            yield from self.walk(node.left)
            yield node.key
            yield from self.walk(node.right)

    def height(self, node="root"):
        if node == "root":
            node = self.root
        if node is None:
            return 0
        return 1 + max(self.height(node.left), self.height(node.right))

    def __iter__(self):
        return self.walk()

    def __len__(self):
        return self.size


tree = BinarySearchTree([41, 20, 65, 11, 29, 50, 91, 32, 72, 99, 20])
print("sorted:", list(tree))
print("size:", len(tree), "height:", tree.height())
print("range 25..70:", [k for k in tree if 25 <= k <= 70])
