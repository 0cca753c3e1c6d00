"""How x.npy and y.npy came to be (needs scikit-learn==1.9.1):  python3 make_data.py

442 diabetes patients, ten measurements each, and the progression of the disease after one year; every column has mean 0 and
standard deviation 1. Source: Efron, Hastie, Johnstone, Tibshirani, "Least Angle Regression", Annals of Statistics 32 (2004),
https://www4.stat.ncsu.edu/~boos/var.select/diabetes.html, as shipped in scikit-learn (BSD-3-Clause).
"""

import os

import numpy as np
from sklearn.datasets import load_diabetes

HERE = os.path.dirname(os.path.abspath(__file__))


def standard(values):
    return ((values - values.mean(0)) / values.std(0)).astype(np.float32)


data = load_diabetes(scaled=False)
np.save(os.path.join(HERE, "x.npy"), standard(data.data))
np.save(os.path.join(HERE, "y.npy"), standard(data.target.reshape(-1, 1)))
