import pandas as pd
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt

df = pd.read_csv('sales.csv')
df['revenue'] = df.quantity * df.unit_price * (100 - df.discount_pct) / 100
by_product = df.groupby('product')['revenue'].sum().sort_values(ascending=False)
share = by_product.cumsum() / by_product.sum() * 100

fig, ax = plt.subplots(figsize=(8, 4))
ax.bar(by_product.index, by_product.values, color='steelblue')
ax.set_ylabel('revenue')
ax2 = ax.twinx()
ax2.plot(share.index, share.values, 'r-o')
ax2.axhline(80, color='grey', linestyle='--')
ax2.set_ylim(0, 105)
ax2.set_ylabel('cumulative %')
ax.set_title('Revenue by product')
plt.savefig('pareto.png')

vital = share[share.shift(fill_value=0) < 80].index.tolist()
print('Products that make up 80 % of revenue:', ', '.join(vital))
print((share.round(1).astype(str) + ' %').to_string())
