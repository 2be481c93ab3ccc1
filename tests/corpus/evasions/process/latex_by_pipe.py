# reaches: pipe hands keywords to a function of the file
import json
import pandas as pd
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
def t(df, **k):
    plt.title('x', **k)
    plt.savefig('a.png')
pd.DataFrame({'a': [1]}).pipe(t, **json.loads('{"use' 'tex": true}'))
