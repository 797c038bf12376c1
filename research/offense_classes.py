"""The classes of offenses by group, as the tables under data/ name their columns."""

VIOLENT = ("homicide", "rape", "robbery", "aggravated_assault")
PROPERTY = ("burglary", "motor_vehicle_theft", "larceny")
# How much a class varies from year to year, relative.
YEARLY = {"homicide": 0.2, "rape": 0.25, "robbery": 0.25, "aggravated_assault": 0.32, "burglary": 0.32, "larceny": 0.25,
          "motor_vehicle_theft": 0.33}


def stored_name(offense):
    """As the dataset names the class: aggravatedAssault."""
    first, *others = offense.split("_")
    return first + "".join(word.capitalize() for word in others)
