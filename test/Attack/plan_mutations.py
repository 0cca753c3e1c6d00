"""Mutations of a plan (JSON of plan.fbs): each scalar to its neighbours and to other values of its field, each vector shorter,
longer, reordered. A mutation is (field, plan): the field as in plan.fbs, without indices."""

import copy

HUGE = [2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**63 - 1, -2, -(2**31)]


def collect(node, path=(), field=""):
    """All places: (path, field without indices, value)."""
    places = []
    if isinstance(node, dict):
        for key, value in node.items():
            name = f"{field}.{key}" if field else key
            places.append((path + (key,), name, value))
            places += collect(value, path + (key,), name)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            if not isinstance(value, list):
                places.append((path + (index,), field, value))
            places += collect(value, path + (index,), field)
    return places


def parent_of(plan, path):
    for key in path[:-1]:
        plan = plan[key]
    return plan


class Mutator:
    def __init__(self, plan):
        self.plan = plan
        self.places = collect(plan)
        self.of_field = {}
        for path, field, value in self.places:
            self.of_field.setdefault(field, []).append((path, value))

    def _other(self, field, value, generator):
        others = [v for _, v in self.of_field[field] if v != value and type(v) is type(value)]
        return copy.deepcopy(generator.choice(others)) if others else None

    def _scalar(self, field, value, generator):
        if isinstance(value, bool):
            return not value
        if isinstance(value, str):  # a name, or an enum: numbers stand for its other values
            other = self._other(field, value, generator)
            choices = [other] if other is not None else []
            return generator.choice(choices + [generator.randrange(0, 12), ""])
        choices = [value + 1, value - 1, 0, -1, 2 * value, value + 256, generator.choice(HUGE), generator.randrange(0, 16)]
        other = self._other(field, value, generator)
        if other is not None:
            choices += [other] * 3
        return generator.choice(choices)

    def _vector(self, field, value, generator):
        value = copy.deepcopy(value)
        how = generator.randrange(6)
        if not value:
            return self._other(field, value, generator)
        at = generator.randrange(len(value))
        if how == 0:
            del value[at]
        elif how == 1:
            value.insert(generator.randrange(len(value) + 1), copy.deepcopy(value[at]))
        elif how == 2:
            other = generator.randrange(len(value))
            value[at], value[other] = value[other], value[at]
        elif how == 3:
            generator.shuffle(value)
        elif how == 4:
            return self._other(field, value, generator)
        else:
            return []
        return value

    def mutate_place(self, path, field, generator):
        plan = copy.deepcopy(self.plan)
        holder = parent_of(plan, path)
        old = holder[path[-1]]
        if isinstance(old, list):
            new = self._vector(field, old, generator)
        elif isinstance(old, dict):
            new = self._other(field, old, generator)
        else:
            new = self._scalar(field, old, generator)
        if new is None or new == old:
            return None
        holder[path[-1]] = new
        return field, plan

    def mutate(self, generator):
        """One place of a random field, so that fields that occur often do not hide the others; rarely two places."""
        for _ in range(1000):
            field = generator.choice(sorted(self.of_field))
            path, _value = generator.choice(self.of_field[field])
            mutation = self.mutate_place(path, field, generator)
            if mutation is None:
                continue
            if generator.randrange(8) == 0:
                second = Mutator(mutation[1]).mutate_once(generator)
                if second is not None:
                    return f"{field} + {second[0]}", second[1]
            return mutation
        raise AssertionError("nothing to mutate")

    def mutate_once(self, generator):
        path, field, _ = generator.choice(self.places)
        return self.mutate_place(path, field, generator)
